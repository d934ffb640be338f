#if os(Linux)
import Foundation

/// Where a coordinating call leaves its error: `&error` of a `var error: NSError?`, or nil. The type that Apple's
/// Foundation has for Objective-C's `NSError **` (file-access-semantics L4).
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
#endif
