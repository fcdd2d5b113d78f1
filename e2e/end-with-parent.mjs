/*
 * Loaded into every product that the journeys start: it ends in order when the process that started it is gone, also one
 * that was killed and could end nothing any more.
 */
const end = () => process.kill(process.pid, 'SIGTERM')
if (process.connected) process.once('disconnect', end)
else end()
