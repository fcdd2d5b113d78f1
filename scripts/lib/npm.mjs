/** The program and the arguments that run npm: the npm that started this script, with the Node of this script, or the machine's. */
export const npm = (...args) => {
  const self = process.env.npm_execpath
  return self?.endsWith('npm-cli.js') ? [process.execPath, [self, ...args]] : ['npm', args]
}
