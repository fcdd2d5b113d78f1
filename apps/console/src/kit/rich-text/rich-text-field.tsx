import { lazy, memo, Suspense } from 'react'
import { FakeInput } from '../form/fake-input.tsx'
import type { Input, Looks } from '../form/input.ts'

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'))

export type RichTextFieldProps = Input<string> & Omit<Looks, 'placeholder'>

/** A rich text in a form: HTML of the elements in `rich-text.ts` of the contract. The editor is loaded with the first such field. */
export const RichTextField = memo(function RichTextField(props: RichTextFieldProps) {
  return (
    <Suspense fallback={<FakeInput label={props.label} text="" isLoading />}>
      <RichTextEditor {...props} />
    </Suspense>
  )
})
