// The one file that the port adds to this target: every file that says `import Foundation` has the file-access API now.
@_exported import FileCoordination
