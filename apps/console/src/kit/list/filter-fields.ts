import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import type { Option } from '../form/options.ts'
import { isEmpty, type Query } from './address.ts'

/** The props of the inputs in a filter bar that tell what the input filters by. */
export interface FieldProps {
  /** The name of the filter; of a range `from-to`. */
  name: string
  label: string
  options?: readonly Option[]
}
export type FieldElement = ReactElement<FieldProps>

/** The inputs of a filter bar, also those inside fragments. */
export const fieldsOf = (children: ReactNode): FieldElement[] =>
  Children.toArray(children).flatMap((child) => {
    if (!isValidElement<FieldProps & { children?: ReactNode }>(child)) return []
    return child.type === Fragment ? fieldsOf(child.props.children) : [child]
  })

/** The filters that an input sets: one, or the two of a range. */
export const namesOf = ({ props }: FieldElement): string[] => props.name.split('-')

export const isSet = (field: FieldElement, applied: Query): boolean =>
  namesOf(field).some((name) => !isEmpty(applied[name]))
