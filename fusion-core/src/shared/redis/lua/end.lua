-- KEYS: the stream, the number of its last event. Returns the number and the last entry.
return {redis.call('GET', KEYS[2]), redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)}
