import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { IconHome } from '../icons.ts'
import { StrokeIcon, type StrokeIconProps } from './stroke-icon.tsx'

const drawn = (props: Omit<StrokeIconProps, 'icon'> = {}) => {
  render(<StrokeIcon icon={IconHome} label="首页" {...props} />)
  return screen.getByRole('img', { name: '首页' })
}

test('the defaults are those of the specification', () => {
  const icon = drawn()
  expect(icon.getAttribute('stroke-linecap')).toBe('butt')
  expect(icon.getAttribute('stroke-linejoin')).toBe('miter')
  // 4 on 48 × 48
  expect(icon.getAttribute('stroke-width')).toBe('2')
  expect(icon.getAttribute('viewBox')).toBe('0 0 24 24')
})

test.each(['butt', 'round', 'square'] as const)('the line cap may be %s', (lineCap) => {
  expect(drawn({ lineCap }).getAttribute('stroke-linecap')).toBe(lineCap)
})

test.each(['arcs', 'bevel', 'miter', 'miter-clip', 'round'] as const)(
  'the line join may be %s',
  (lineJoin) => {
    expect(drawn({ lineJoin }).getAttribute('stroke-linejoin')).toBe(lineJoin)
  },
)

test('size, rotation and spinning apply; an icon without a label is hidden from screen readers', () => {
  const icon = drawn({ size: 20, rotate: 90, spin: true })
  expect(icon.getAttribute('width')).toBe('20')
  expect(icon.getAttribute('class')).toContain('spin')
  const { container } = render(<StrokeIcon icon={IconHome} size="2em" />)
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  expect(container.querySelector('svg')?.getAttribute('width')).toBe('2em')
})
