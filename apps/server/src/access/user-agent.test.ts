import { expect, test } from 'vitest'
import { describeUserAgent } from './user-agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
    'Chrome 141 · Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.1`,
    'Edge 141 · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18 · iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Firefox 143 · macOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; V2309A) ${webkit} Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50`,
    'WeChat 8 · Android',
  ],
  ['curl/8.5.0', 'curl 8'],
  ['<img src=x onerror=alert(1)>', ''],
  [null, ''],
])('%s is %s', (userAgent, words) => {
  expect(describeUserAgent(userAgent)).toBe(words)
})
