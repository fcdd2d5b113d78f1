import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worthIt = /\.(js|css|html|svg|json)$/
const smallest = 1024

/** Writes a `.br` and a `.gz` beside every text file of a folder, at the best compression, because they are served often. */
export async function precompress(folder) {
  const names = readdirSync(folder, { recursive: true }).filter(
    (name) => worthIt.test(name) && !name.startsWith('.'),
  )
  await Promise.all(names.map((name) => compress(join(folder, name))))
}

async function compress(path) {
  const content = await readFile(path)
  if (content.length < smallest) return
  await Promise.all([
    brotli(content).then((packed) => writeFile(`${path}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}

const brotli = (content) =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
