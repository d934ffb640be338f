// Not begun: replaced by this module's first suite.
