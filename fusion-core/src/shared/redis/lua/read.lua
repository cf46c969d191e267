-- KEYS: the key. ARGV: the largest value. Returns 1 and the value if there is one.
if redis.call('HEXISTS', KEYS[1], 'value') == 0 then
    return {0, false}
end
if redis.call('HSTRLEN', KEYS[1], 'value') > tonumber(ARGV[1]) then
    return {1, false}
end
return {1, redis.call('HGET', KEYS[1], 'value')}
