-- KEYS: the key. ARGV: the largest value. Returns 1 and the value if there is one.
local fingerprint, owner, lease = unpack(redis.call('HMGET', KEYS[1], 'fingerprint', 'owner', 'lease'))
if not (fingerprint and owner and lease) then
    if redis.call('EXISTS', KEYS[1]) == 1 then
        return redis.error_reply('FOREIGN the hash has not the fields of a claim')
    end
    return {0, false}
end
if redis.call('HEXISTS', KEYS[1], 'value') == 0 then
    return {0, false}
end
if redis.call('HSTRLEN', KEYS[1], 'value') > tonumber(ARGV[1]) then
    return {1, false}
end
return {1, redis.call('HGET', KEYS[1], 'value')}
