import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into every product that the journeys start: it ends in order when the process that started it is gone, also one
 * that was killed and could end nothing any more. Its threads load this too, and have no starter.
 */
const end = () => process.kill(process.pid, 'SIGTERM')
if (isMainThread && process.connected) process.once('disconnect', end)
else if (isMainThread) end()
