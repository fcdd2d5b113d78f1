const needed = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)

// Imported first, so that an old Node prints this sentence and not a syntax error.
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(`Kabao needs Node ${needed.join('.')} or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}
