-- KEYS: the key. ARGV: the fingerprint, the owner, the lease, the time for which an abandoned key is kept, the largest value.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local fingerprint, owner, lease = unpack(redis.call('HMGET', KEYS[1], 'fingerprint', 'owner', 'lease'))
if fingerprint and owner and lease then
    if fingerprint ~= ARGV[1] then
        return {'other', false}
    end
    if redis.call('HEXISTS', KEYS[1], 'value') == 1 then
        if redis.call('HSTRLEN', KEYS[1], 'value') > tonumber(ARGV[5]) then
            return {'done', false}
        end
        return {'done', redis.call('HGET', KEYS[1], 'value')}
    end
    if owner == ARGV[2] then
        return {'mine', false}
    end
    if (tonumber(lease) or 0) > now then
        return {'busy', false}
    end
    return {'abandoned', false}
end
if redis.call('EXISTS', KEYS[1]) == 1 then
    return redis.error_reply('FOREIGN the hash has not the fields of a claim')
end
redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'owner', ARGV[2],
    'lease', string.format('%.0f', now + ARGV[3]))
redis.call('PEXPIRE', KEYS[1], ARGV[3] + ARGV[4])
return {'mine', false}
