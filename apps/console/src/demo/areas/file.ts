import { file as area } from '@kabao/contract/operations/file'
import { type Reader, refusal } from '../respond.ts'
import { special } from '../special.ts'

/** The uploaded files; lost on reload. */
const files: File[] = []

const show = ({ params, ...reader }: Reader & { params: { id: string } }) => {
  const found = files[Number(params.id) - 1]
  if (!found) throw refusal('notFound', reader)
  return new Response(found, { headers: { 'content-type': found.type } })
}

export const file = special(area, {
  calls: {
    upload: (call) =>
      call.files.map((sent) => {
        // The demo does not inspect files; it only knows that this one is an image.
        const side = sent.type.startsWith('image/') ? 1 : null
        const { name, type: mediaType, size } = sent
        return { id: String(files.push(sent)), name, mediaType, size, width: side, height: side }
      }),
    get: show,
    thumbnail: show,
  },
})
