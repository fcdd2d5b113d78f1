import { expect, test } from 'vitest'
import { leakIn, leakInRow, soughtFor } from './scan-logs.mjs'

test.each([
  ['{"msg":"token abcdef123456"}', 'a secret that a test used'],
  ['{"detail":"(phone)=(13812345678)"}', 'a mobile number'],
  ['{"detail":"11010519491231002X"}', 'an id number'],
  ['{"url":"/api/admin/login?username=a&password=b"}', 'a query with a password'],
  ['{"time":"2026-11-21T09:05:43.120Z","ms":1761234567890,"route":"/api/admin/login"}', null],
])('in %s there is %s', (line, kind) => {
  expect(leakIn(line, soughtFor(['abcdef123456']))).toBe(kind)
})

test.each([
  ['public.audit_log {"after": {"phone": "13912345678"}}', 'a mobile number'],
  ['public.message {"content": "abcdef123456"}', 'a secret that a test used'],
  ['public.user {"phone": "13812345678"}', null],
  ['public.setting {"key": "login.contactText", "value": ["13812345678", ""]}', null],
  ['public.login_log {"reason": "795282"}', 'a secret that a test used'],
  ['public.audit_log {"after": {"value": "conflict-1795282815973"}}', null],
  ['public.fact {"id": 16777260842, "day": "2020-01-01"}', null],
  ['public.fact {"id": 16777260842, "ref_id": 13812345679}', 'a mobile number'],
  ['public.message {"id": 16777260842, "kind": "todo"}', 'a mobile number'],
  ['public.payment_refund {"id": 41, "refund_no": "912758193812144169"}', null],
  ['public.list_guess {"mask": "139****2222", "print": 913631195609170817, "admin_id": 34}', null],
  ['public.plan_why_not {"n": 1, "run_ids": [913631195609170817, 913631195609170818]}', null],
  ['public.plan_why_not {"n": 1, "values": [110105195609170110]}', 'an id number'],
  ['public.bill_line {"fee_fen": 0, "order_no": "913631195609170817"}', null],
  ['public.user {"name": "abcdef123456"}', 'a secret that a test used'],
])('in the row %s there is %s', (row, kind) => {
  expect(leakInRow(row, soughtFor(['abcdef123456', '13812345678', '795282']))).toBe(kind)
})
