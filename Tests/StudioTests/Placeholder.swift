// Studio
