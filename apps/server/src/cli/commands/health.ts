import { get } from 'node:http'

/**
 * Whether the service on this machine is alive, as an exit code: 0 or 1. For images, which hold no other program that can ask.
 */
const port = process.env.PORT || '8080'
const host = process.env.HOST || '127.0.0.1'
const own = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host

const request = get({ host: own, port, path: '/healthz', timeout: 2_500 }, (response) => {
  response.resume()
  process.exitCode = response.statusCode === 200 ? 0 : 1
})
request.on('timeout', () => request.destroy(new Error('no answer')))
request.on('error', (error) => {
  process.stderr.write(`The service does not answer: ${error.message}\n`)
  process.exitCode = 1
})
