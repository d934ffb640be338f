import ProviderModel
import Testing

@Suite struct TokenBucketTests {
    @Test func `reservations queue up behind each other`() {
        var bucket = TokenBucket(bytesPerSecond: 100)
        #expect(bucket.reserve(50, at: .zero) == .zero + .milliseconds(500))
        #expect(bucket.reserve(50, at: .zero) == .zero + .seconds(1))
        #expect(bucket.reserve(100, at: .zero + .seconds(10)) == .zero + .seconds(11))
    }

    @Test func `sizes beyond any clock end never instead of overflowing`() {
        var bucket = TokenBucket(bytesPerSecond: 1)
        #expect(bucket.reserve(.max, at: .zero) == .never)
        #expect(MountTime.zero + .seconds(Int64.max) == .never)
    }
}
