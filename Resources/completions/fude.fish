# Completions of fude for fish, made by: fude --completions fish

function __fude_command -d 'Whether this command is given; draw for none'
    set -l words (commandline -opc)
    set -l command draw
    if set -q words[2]; and contains -- $words[2] export edit replay timelapse thumbnail record pens brushes info
        set command $words[2]
    end
    test $command = $argv[1]
end

function __fude_first -d 'Whether this is the first word'
    test (count (commandline -opc)) -eq 1
end

function __fude_files -d 'Folders, and files with one of these endings; all files where there is none'
    set -l all (__fish_complete_path (commandline -ct))
    set -l endings (string join '|' $argv)
    if string match -rqi "\.($endings)(\t|\$)" -- $all
        string match -ri "^.*(?:/|\.(?:$endings))(?:\t.*)?\$" -- $all
    else
        string join \n -- $all
    end
end

# No files but where a line says so.
complete -c fude -f
complete -c fude -n __fude_first -a export -d 'write a drawing as a PNG, JPEG, WebP, SVG, PDF or OpenRaster file'
complete -c fude -n __fude_first -a edit -d 'change strokes that were drawn, and keep what came after'
complete -c fude -n __fude_first -a replay -d 'draw a recording again, into a PNG, a drawing or a time-lapse'
complete -c fude -n __fude_first -a timelapse -d 'make a video of how a drawing was made'
complete -c fude -n __fude_first -a thumbnail -d 'write a small picture of a file for a file manager'
complete -c fude -n __fude_first -a record -d 'draw, and keep what the pen does in a file'
complete -c fude -n __fude_first -a pens -d 'list the pens, their axes and ranges'
complete -c fude -n __fude_first -a brushes -d 'list all brushes'
complete -c fude -n __fude_first -a info -d 'describe a file'

complete -c fude -n '__fude_command draw' -a '(__fude_files ora png jpg jpeg webp kra journal myb zip)'
complete -c fude -n '__fude_command draw' -l geometry -x -d 'size and place of the window, in pixels of the screen'
complete -c fude -n '__fude_command draw' -l canvas -x -d 'size of a new canvas, in pixels, or endless'
complete -c fude -n '__fude_command draw' -l fullscreen -d 'fill the screen'
complete -c fude -n '__fude_command draw' -l prediction -x -d 'length of predicted ink in milliseconds'
complete -c fude -n '__fude_command draw' -l smoothing -x -d 'strength of smoothing'
complete -c fude -n '__fude_command draw' -l new -d 'start with a new drawing'
complete -c fude -n '__fude_command draw' -l completions -x -a 'bash zsh fish' -d 'print what a shell needs to complete these words'
complete -c fude -n '__fude_command draw' -s h -l help -d 'show this help'
complete -c fude -n '__fude_command draw' -l version -d 'show the version'

complete -c fude -n '__fude_command export' -a '(__fude_files ora png jpg jpeg webp kra journal)'
complete -c fude -n '__fude_command export' -s o -l output -x -a '(__fude_files png jpg jpeg webp svg pdf ora)' -d 'the file to write'
complete -c fude -n '__fude_command export' -l scale -x -d 'scale the resolution by N'
complete -c fude -n '__fude_command export' -l dpi -x -d 'resolution in pixels per inch of paper'
complete -c fude -n '__fude_command export' -l quality -x -d 'quality of a JPEG or WebP'
complete -c fude -n '__fude_command export' -l lossless -d 'write a WebP without losses'
complete -c fude -n '__fude_command export' -l depth -x -a '8 16' -d 'bits a channel of a PNG'
complete -c fude -n '__fude_command export' -l layer -x -d 'only the layer of this name'
complete -c fude -n '__fude_command export' -l transparent -d 'leave the paper out'
complete -c fude -n '__fude_command export' -l crop -d 'crop to the painted area'
complete -c fude -n '__fude_command export' -l force -d 'replace OUT even where it is write-protected or of another format'
complete -c fude -n '__fude_command export' -s h -l help -d 'show this help'

complete -c fude -n '__fude_command edit' -a '(__fude_files ora png jpg jpeg webp kra journal)'
complete -c fude -n '__fude_command edit' -s o -l output -x -a '(__fude_files ora)' -d 'the drawing to write'
complete -c fude -n '__fude_command edit' -l strokes -x -d 'the strokes of these numbers, as fude info --strokes lists them'
complete -c fude -n '__fude_command edit' -l brush -x -d 'strokes of this brush'
complete -c fude -n '__fude_command edit' -l color -x -d 'strokes of this colour'
complete -c fude -n '__fude_command edit' -l layer -x -d 'strokes on the layer of this name'
complete -c fude -n '__fude_command edit' -l inside -x -d 'strokes whose ink lies in this part of the canvas, in pixels'
complete -c fude -n '__fude_command edit' -l set -x -d 'give them another color (#RRGGBB), size (pixels), opacity (0 to 1), brush (a name or file), smoothing (0 to 100) or layer (a name)'
complete -c fude -n '__fude_command edit' -l move -x -d 'move them by so many pixels to the right and down'
complete -c fude -n '__fude_command edit' -l scale -x -d 'scale them N times, with their width, about their common middle'
complete -c fude -n '__fude_command edit' -l delete -d 'delete them'
complete -c fude -n '__fude_command edit' -l apply -x -a '(__fude_files json)' -d 'perform the operations of this script'
complete -c fude -n '__fude_command edit' -l at -x -d 'insert them before the operation of this number, as fude info --history lists it'
complete -c fude -n '__fude_command edit' -l keep-going -d 'leave out operations that are refused'
complete -c fude -n '__fude_command edit' -l force -d 'replace OUT even where it is write-protected or of another format'
complete -c fude -n '__fude_command edit' -s h -l help -d 'show this help'

complete -c fude -n '__fude_command replay' -a '(__fude_files pen ora journal)'
complete -c fude -n '__fude_command replay' -s o -l output -x -a '(__fude_files png ora)' -d 'the image (.png) or the drawing with its history (.ora) to write'
complete -c fude -n '__fude_command replay' -l frames -x -a '(__fish_complete_directories (commandline -ct))' -d 'the folder for the frames of a time-lapse'
complete -c fude -n '__fude_command replay' -l fps -x -d 'frames a second'
complete -c fude -n '__fude_command replay' -l seconds -x -d 'how many seconds the time-lapse takes'
complete -c fude -n '__fude_command replay' -l as-changed -d 'show strokes that were changed later from the start as they are in the end'
complete -c fude -n '__fude_command replay' -l brush -x -a '(__fude_files myb brush)' -d 'draw all strokes with this brush'
complete -c fude -n '__fude_command replay' -l brush-size -x -d 'width of the brush at full pressure, in pixels'
complete -c fude -n '__fude_command replay' -l color -x -d 'colour of all strokes'
complete -c fude -n '__fude_command replay' -l seed -x -d 'chance of the brushes that depend on it'
complete -c fude -n '__fude_command replay' -l ground -x -a '(__fude_files png jpg jpeg webp)' -d 'a picture to draw on, at the upper left corner of the layer'
complete -c fude -n '__fude_command replay' -l transparent -d 'leave the paper out'
complete -c fude -n '__fude_command replay' -l canvas -x -d 'size of the canvas, in pixels'
complete -c fude -n '__fude_command replay' -l smoother -x -a 'linear midpoint cubic smoothed catmull-rom modelled steady' -d 'how samples become lines'
complete -c fude -n '__fude_command replay' -l smoothing -x -d 'strength of smoothing'
complete -c fude -n '__fude_command replay' -l force -d 'replace OUT even where it is write-protected or of another format'
complete -c fude -n '__fude_command replay' -s h -l help -d 'show this help'

complete -c fude -n '__fude_command timelapse' -a '(__fude_files ora journal pen)'
complete -c fude -n '__fude_command timelapse' -s o -l output -x -a '(__fude_files mp4 webm gif)' -d 'the video to write'
complete -c fude -n '__fude_command timelapse' -l frames -x -a '(__fish_complete_directories (commandline -ct))' -d 'the folder for the frames of a time-lapse'
complete -c fude -n '__fude_command timelapse' -l fps -x -d 'frames a second'
complete -c fude -n '__fude_command timelapse' -l seconds -x -d 'how many seconds the time-lapse takes'
complete -c fude -n '__fude_command timelapse' -l as-changed -d 'show strokes that were changed later from the start as they are in the end'
complete -c fude -n '__fude_command timelapse' -l width -x -d 'width in pixels, never more than the canvas has'
complete -c fude -n '__fude_command timelapse' -l force -d 'replace OUT even where it is write-protected or of another format'
complete -c fude -n '__fude_command timelapse' -s h -l help -d 'show this help'

complete -c fude -n '__fude_command thumbnail' -a '(__fude_files ora png jpg jpeg webp kra journal)'
complete -c fude -n '__fude_command thumbnail' -s o -l output -x -d 'the file to write, a PNG'
complete -c fude -n '__fude_command thumbnail' -l size -x -d 'the longer side, in pixels'
complete -c fude -n '__fude_command thumbnail' -s h -l help -d 'show this help'

complete -c fude -n '__fude_command record' -a '(__fish_complete_path (commandline -ct))'
complete -c fude -n '__fude_command record' -l geometry -x -d 'size and place of the window, in pixels of the screen'
complete -c fude -n '__fude_command record' -l canvas -x -d 'size of the canvas, in pixels, or endless'
complete -c fude -n '__fude_command record' -l fullscreen -d 'fill the screen'
complete -c fude -n '__fude_command record' -l prediction -x -d 'length of predicted ink in milliseconds'
complete -c fude -n '__fude_command record' -l smoothing -x -d 'strength of smoothing'
complete -c fude -n '__fude_command record' -l force -d 'replace OUT even where it is write-protected or of another format'
complete -c fude -n '__fude_command record' -s h -l help -d 'show this help'

complete -c fude -n '__fude_command pens' -l watch -d 'then print their events and report rates until Ctrl+C'
complete -c fude -n '__fude_command pens' -l report -d 'print everything for a bug report about a pen'
complete -c fude -n '__fude_command pens' -s h -l help -d 'show this help'

complete -c fude -n '__fude_command brushes' -l json -d 'write a JSON array of objects instead'
complete -c fude -n '__fude_command brushes' -s h -l help -d 'show this help'

complete -c fude -n '__fude_command info' -a '(__fude_files ora png jpg jpeg webp kra journal pen brush myb gpl)'
complete -c fude -n '__fude_command info' -l strokes -d 'list the strokes of a drawing with its history instead, one a line'
complete -c fude -n '__fude_command info' -l history -d 'list all operations of a drawing with its history instead, one a line'
complete -c fude -n '__fude_command info' -l from -x -d 'with --history, begin with this operation'
complete -c fude -n '__fude_command info' -l to -x -d 'with --history, end with this operation'
complete -c fude -n '__fude_command info' -l results -d 'with --history --json, also write what fills and MyPaint\'s brushes painted'
complete -c fude -n '__fude_command info' -l json -d 'write one JSON object instead'
complete -c fude -n '__fude_command info' -s h -l help -d 'show this help'
