-- KEYS: the key. ARGV: the owner, the value, the time for which it is kept. Returns 1 if the owner had the key.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local owner, lease = unpack(redis.call('HMGET', KEYS[1], 'owner', 'lease'))
if owner ~= ARGV[1] then
    return 0
end
if redis.call('HEXISTS', KEYS[1], 'value') == 1 then
    -- The answer to the first attempt was lost.
    return 1
end
if (tonumber(lease or 0) or 0) <= now then
    return 0
end
redis.call('HSET', KEYS[1], 'value', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
