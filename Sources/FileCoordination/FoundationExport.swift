/// Sources that say `import FileCoordination` in place of `import Foundation` have Foundation too. On Apple's systems
/// that is all there is here: Foundation has the file-access API itself. (Untested here.)
@_exported import Foundation
