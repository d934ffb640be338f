// Not begun.
