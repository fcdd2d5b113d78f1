import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into every product that the journeys start. The product stops in order when its parent process has ended, even
 * if the parent was killed and could not stop it. Threads of the product load this file, too, but have no parent process.
 */
const end = () => process.kill(process.pid, 'SIGTERM')
if (isMainThread && process.connected) process.once('disconnect', end)
else if (isMainThread) end()
