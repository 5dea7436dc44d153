
opaque[]x
opaque[]x