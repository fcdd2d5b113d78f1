import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Fact } from './facts.tsx'

test.each([null, undefined, '', false])('a fact whose value is %s shows a dash', (value) => {
  render(<Fact label="Quality">{value}</Fact>)
  expect(screen.getByRole('definition').textContent).toBe('–')
})

test('a fact shows zero as a value', () => {
  render(<Fact label="Quality">{0}</Fact>)
  expect(screen.getByRole('definition').textContent).toBe('0')
})
