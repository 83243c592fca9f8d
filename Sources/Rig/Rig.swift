// Rig
