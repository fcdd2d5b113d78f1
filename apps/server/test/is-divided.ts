/** Whether the tables of people of this run are divided by their person: `npm run test:divided`. What is skipped then is in decision 125. */
export const isDivided = Boolean(process.env.TEST_PARTS)
