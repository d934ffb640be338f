/// What kinds of answer there are. Each is the type of a `Reply`, so that an operation can only be answered in its
/// own way; none has values.
package enum Answers {
    package enum Entry {}
    package enum Attributes {}
    package enum Link {}
    package enum Opened {}
    package enum Created {}
    package enum Data {}
    package enum Listing {}
    package enum Count {}
    package enum Statistics {}
    package enum ExtendedAttribute {}
    package enum Position {}
    package enum Ioctl {}
    package enum Done {}
}

package typealias EntryReply = Reply<Answers.Entry>
package typealias AttributesReply = Reply<Answers.Attributes>
package typealias LinkReply = Reply<Answers.Link>
package typealias OpenReply = Reply<Answers.Opened>
package typealias CreateReply = Reply<Answers.Created>
package typealias DataReply = Reply<Answers.Data>
package typealias ListingReply = Reply<Answers.Listing>
package typealias CountReply = Reply<Answers.Count>
package typealias StatisticsReply = Reply<Answers.Statistics>
package typealias ExtendedAttributeReply = Reply<Answers.ExtendedAttribute>
package typealias PositionReply = Reply<Answers.Position>
package typealias IoctlReply = Reply<Answers.Ioctl>
package typealias DoneReply = Reply<Answers.Done>
