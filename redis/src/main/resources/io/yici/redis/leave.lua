-- Gives an owner's key up: 1 given up, 0 not the owner's, and left alone.
-- KEYS[1] key, ARGV[1] owner
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
