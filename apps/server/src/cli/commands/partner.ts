import { startPartner } from '#demo/partner/partner'

/** `npm run partner`: the built-in partner on `PARTNER_PORT` (9010) of this machine. */
const partner = await startPartner({ port: Number(process.env.PARTNER_PORT ?? 9010) })
process.stderr.write(
  `The built-in partner listens on http://127.0.0.1:${partner.port}.\n` +
    'POST /ORG/submit, POST /ORG/query; PUT /ORG/rules {"behaviors": ["accept", "reject", …]} changes what it does.\n',
)
