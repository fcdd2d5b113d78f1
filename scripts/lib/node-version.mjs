import { fetchedNode, goOnWith } from './own-node.mjs'

/*
 * Each script imports this file first. An older Node fetches a newer one, once, and leaves the script to it. So whatever a script loads
 * at once must be readable for Node 20.
 */
const needed = 24

if (Number.parseInt(process.versions.node, 10) < needed)
  try {
    await goOnWith(fetchedNode(needed))
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
