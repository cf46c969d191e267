-- KEYS: the key. ARGV: the owner, the lease, the time for which an abandoned key is kept. Returns 1 if the owner has it.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local owner, lease = unpack(redis.call('HMGET', KEYS[1], 'owner', 'lease'))
if owner ~= ARGV[1] or (tonumber(lease or 0) or 0) <= now
    or redis.call('HEXISTS', KEYS[1], 'value') == 1 then
    return 0
end
redis.call('HSET', KEYS[1], 'lease', string.format('%.0f', now + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2] + ARGV[3])
return 1
