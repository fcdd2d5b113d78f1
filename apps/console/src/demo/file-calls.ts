import { codes } from '@kabao/contract/envelope'
import { type FileRow, file } from '@kabao/contract/file'
import { languageOf } from '@kabao/contract/language'
import { delay, HttpResponse, http } from 'msw'
import { say } from './serve.ts'

/** What was sent; forgotten by a reload. */
const files: File[] = []

const rowOf = (each: File, id: string): FileRow => ({
  id,
  name: each.name,
  mediaType: each.type,
  size: each.size,
  // Nobody looks into it here: that it is an image is all that is known.
  width: each.type.startsWith('image/') ? 1 : null,
  height: each.type.startsWith('image/') ? 1 : null,
})

const show = ({ params, request }: { params: { id?: unknown }; request: Request }) => {
  const found = files[Number(params.id) - 1]
  if (found) return new HttpResponse(found, { headers: { 'content-type': found.type } })
  const desc = say('notFound', languageOf(request.headers.get('accept-language') ?? undefined))
  return HttpResponse.json({ code: codes.notFound, status: 'fail', desc, msg: desc, data: null })
}

export const fileHandlers = [
  http.post(`*/api${file.upload.path}`, async ({ request }) => {
    const sent = (await request.formData()).getAll('files') as File[]
    await delay(600)
    const rows = sent.map((each) => rowOf(each, String(files.push(each))))
    return HttpResponse.json({ code: codes.success, desc: '', data: rows })
  }),
  http.get('*/api/file/:id', show),
  http.get('*/api/file/:id/thumbnail', show),
]
