import { connect } from 'node:tls'
import { fill, type Words } from '@kabao/contract'
import { noticeTextWords } from '@kabao/contract/reach/notice-text.words'
import * as z from 'zod'
import { sendMessage } from '#platform/db/messages'
import { databaseNow } from '#platform/db/now'
import { defineJob } from '#platform/jobs/job'

/** How many days before its end a certificate is told of: then every morning. */
const earlyDays = 14
const waitMs = 10_000

/** Looks every morning when the certificate of the address of the console expires. */
export const certificateWatch = defineJob({
  name: 'certificate-watch',
  title: ['检查证书有效期', 'Check the certificate'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '30 8 * * *',
  async run({ db, publicUrl }) {
    if (!publicUrl?.startsWith('https://')) return { days: null }
    const { hostname, port, host } = new URL(publicUrl)
    const endsAt = await endOf(hostname, Number(port || 443))
    const days = Math.floor((endsAt - databaseNow()) / 86_400_000)
    if (days < earlyDays) {
      const { title, text } = noticeTextWords.tree.met.certificate
      const values = { host, day: new Date(endsAt).toISOString().slice(0, 10) }
      const content: Words = [fill(text[0], values), fill(text[1], values)]
      await db.transaction().execute((write) =>
        sendMessage(write, {
          to: { point: 'operation:page' },
          kind: 'todo',
          about: 'certificate',
          title,
          content,
          link: { name: 'AdminOperation' },
        }),
      )
    }
    return { days }
  },
})

/** When the certificate of a server ends, whether or not it is trusted; in milliseconds since 1970. */
const endOf = (host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    // Nothing is sent to it, and nothing of it is believed but the date.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to)
      socket.destroy()
      if (Number.isNaN(endsAt)) reject(new Error('the certificate has no end'))
      else resolve(endsAt)
    })
    socket.setTimeout(waitMs, () => socket.destroy(new Error('the address of the console does not answer')))
    socket.on('error', reject)
  })
