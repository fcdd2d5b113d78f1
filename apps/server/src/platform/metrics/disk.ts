import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'

/** The room on the disk that this instance keeps files on, before they are stored and where they are stored on a disk. */
export function addDiskGauges(registry: Registry, folder: string): void {
  const add = (name: string, help: string, blocks: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await statfs(folder).catch(() => null)
        if (found === null) this.remove()
        else this.set(found[blocks] * found.bsize)
      },
    })
  add('files_disk_free_bytes', 'Room that is left on the disk of the files', 'bavail')
  add('files_disk_size_bytes', 'Size of the disk of the files', 'blocks')
}
