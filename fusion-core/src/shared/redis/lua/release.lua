-- KEYS: the key. ARGV: the owner.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local owner, lease = unpack(redis.call('HMGET', KEYS[1], 'owner', 'lease'))
if owner == ARGV[1] and (tonumber(lease or 0) or 0) > now
    and redis.call('HEXISTS', KEYS[1], 'value') == 0 then
    redis.call('DEL', KEYS[1])
end
