-- KEYS: the stream, the number of its last event. ARGV: the id of an entry, the most entries to return.
-- Returns the entries behind it, and the number.
return {redis.call('XREAD', 'COUNT', ARGV[2], 'STREAMS', KEYS[1], ARGV[1]), redis.call('GET', KEYS[2])}
