-- KEYS: the stream, the number of its last event.
-- ARGV: the entries to keep, the time to keep them, the replica, its own number, the event.
local number = redis.call('INCR', KEYS[2])
redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*',
    'number', number, 'replica', ARGV[3], 'own', ARGV[4], 'event', ARGV[5])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
