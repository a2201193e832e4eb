-- Lets an owner's key live on from now: 1 kept, 0 no longer the owner's.
-- KEYS[1] key, ARGV[1] owner, ARGV[2] milliseconds to live
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
