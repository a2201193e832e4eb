-- Takes a key for an owner unless another has it: 1 taken, 0 another's.
-- A command that a client sends again after a cut finds its own owner, and is answered as the first time.
-- KEYS[1] key, ARGV[1] owner, ARGV[2] milliseconds to live
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  return 1
end
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return 1
end
return 0
