/// The version of the control socket's messages. A message of another version is answered with an error of code
/// `incompatibleVersion`, whatever else it says.
package let controlVersion = 1

/// The longest message, its newline included: 1 MiB. A longer one ends the connection.
package let controlMessageLimit = 1 << 20
