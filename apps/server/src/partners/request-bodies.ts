import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The bodies of a request as its log keeps them; null where there is none. */
export interface RequestBodies {
  request: string | null
  answer: string | null
}

/**
 * What masked bodies have in common, what is most common last. Stored rows are read with it, so it never changes: other words are a further
 * entry, and the first byte of what is packed says which one it needs.
 */
const dictionaries = [
  Buffer.from(
    '{"error":"partner","level":"warn","message":"[text]","version":"1.0","planId":"1","agreements":[{"amountFen":1000,"kind":"' +
      '"}],"remark":"[text]","extra":"[text]","offers":[{"orgName":"[text]","priceFen":"closesAt":null,"missing":["' +
      '{"code":"4000","desc":"some fields are not right","data":{"fields":{"code":"4040","desc":"not found","data":null}' +
      '{"orderNo":"1","userId":"1","productId":"1","ip":"10.0.*.*"},"status":"created","payUrl":"[text]","expiresAt":"2027-01-01T00:00:00.000Z"' +
      '"data":{"status":"registered","profiled","matched","pushed","rejected","registeredAt":"2026-12-01T00:00:00.000Z","profiledAt":null,"results":[]}}' +
      '{"code":"0000","desc":"request succeeded","data":{"status":"accepted","registeredAt":"2026-12-01T00:00:00.000Z","profiledAt":"2026-12-01T00:00:00.000Z","results":[{"pushId":"9","status":"accepted","acceptedAt":"2026-12-01T00:00:00.000Z","returnedAt":null}]}}' +
      '{"visits":[{"visitorId":"v-1","page":"/","at":"2027-01-01T00:00:00.000Z","ip":"203.0.*.*","userAgent":"[text]","clickId":"[text]"},"[7 more]"]}' +
      '{"phoneHash":"…","phone":"138****0000","cityCode":"440300","visitorId":"v-1","ip":"10.0.*.*","userAgent":"[text]","device":"[text]",' +
      '"name":"*","idNumber":"440***********1234","gender":"male","female","birthday":"1990-**-**","incomeBand":"below5k","from5kTo10k","from10kTo20k",' +
      '"creditBand":"from600To650","house":true,"car":false,"socialInsurance":true,"housingFund":false,"occupation":"[text]"}' +
      '{"code":"0000","desc":"request succeeded","data":{"id":"1","isNew":true}}',
  ),
]

/** A window of 2 kB and little memory: a body is short, and the preparation would take longer than the work. */
const packing = { level: 6, memLevel: 2, windowBits: 11 }

/** The bodies in one short value; null if there are none. A body is masked JSON on one line. */
export function packBodies({ request, answer }: RequestBodies): Buffer | null {
  if (request === null && answer === null) return null
  const version = dictionaries.length - 1
  const packed = deflateRawSync(`${request ?? ''}\n${answer ?? ''}`, {
    ...packing,
    dictionary: dictionaries[version],
  })
  return Buffer.concat([Buffer.of(version), packed])
}

/** Reads what `packBodies` made. */
export function unpackBodies(packed: Buffer): RequestBodies {
  const text = inflateRawSync(packed.subarray(1), {
    dictionary: dictionaries[packed[0] as number],
  }).toString()
  const [request, answer] = text.split('\n')
  return { request: request || null, answer: answer || null }
}
