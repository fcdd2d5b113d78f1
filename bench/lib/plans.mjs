/** The plan of a statement, with the buffers that it read. */
export async function planOf(pool, { text, values }) {
  const { rows } = await pool.query(`explain (analyze, buffers) ${text}`, values)
  return [text.replace(/\s+/g, ' ').trim(), ...rows.map((row) => row['QUERY PLAN'])].join('\n')
}
