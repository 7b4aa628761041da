/**
 * What prompts of the platform's own are made of, beside those that the operator adds. They are public, as all of this
 * is: an operator who wants that nobody knows them gives a file of their own.
 */
export const ASKS: readonly string[] = [
  'Explain {topic} to somebody who has never heard of it.',
  'What are the most common mistakes people make with {topic}?',
  'Write a short paragraph about {topic}.',
  'Give me five practical tips on {topic}.',
  'Why does {topic} matter?',
  'Compare {topic} with {other}.',
  'Write an email to a colleague who asked about {topic}.',
  'List the steps to get started with {topic}.',
  'I have to give a talk about {topic} tomorrow. What should I say first?',
  'Is {topic} worth the effort for a small company?',
  'Describe {topic} in the style of a travel guide.',
  'What would change if {topic} did not exist?',
  'Summarize what is known about {topic} in three sentences.',
  'Write a dialogue between a teacher and a student about {topic}.',
  'How did {topic} come about, and how is it different today?',
  'What questions should I ask an expert on {topic}?',
  'Erkläre {topic} so, dass ein Kind es versteht.',
  'Explique {topic} en quelques phrases simples.',
  'Explica en pocas palabras qué es {topic}.',
]

export const TOPICS: readonly string[] = [
  ...['bicycle maintenance', 'sourdough bread', 'double-entry bookkeeping', 'tides', 'public libraries', 'beekeeping'],
  ...['the water cycle', 'chess openings', 'compound interest', 'unit tests', 'rainwater tanks', 'glaciers', 'jazz'],
  ...['database indexes', 'night trains', 'community gardens', 'vaccines', 'map projections', 'knitting', 'salt'],
  ...['time zones', 'earthquakes', 'fermentation', 'job interviews', 'heat pumps', 'migratory birds', 'typography'],
  ...['regular expressions', 'crosswords', 'wind turbines', 'the printing press', 'sleep', 'lighthouses', 'tea'],
  ...['budgeting', 'coral reefs', 'code review', 'paper recycling', 'mountain rescue', 'translation', 'sundials'],
]

/** Sentences for prompts that bring a text along. */
export const SENTENCES: readonly string[] = [
  'We looked at {topic} last spring and found that most of what we had assumed was out of date.',
  'Nobody on the team had worked with {topic} before, so the first weeks went into reading.',
  'A supplier offered us a course on {topic}, but the price was twice what we had planned.',
  'Since then the costs have fallen by about a third, while {other} has become more expensive.',
  'Two of our customers asked whether {topic} could be combined with {other}.',
  'The report of the committee says little about {topic}, and nothing about how it is paid for.',
  'In the end we decided to try {topic} on a small scale and to decide again in autumn.',
  'There were complaints about noise, which turned out to have nothing to do with {topic}.',
  'My grandmother used to say that {topic} teaches patience better than any school.',
  'The figures for {topic} are better than those for {other}, at least on paper.',
]

/** What customers say behind an answer. */
export const FOLLOW_UPS: readonly string[] = [
  ...['Can you give me an example?', 'And what speaks against it?', 'Say that more briefly, please.', 'Why is that?'],
  ...['What would you do first?', 'Thank you. Now explain the second point in more detail.', 'Go on.'],
  ...['Is that always so?', 'How would you explain this to a child?', 'What have you left out?'],
  ...[
    'Write that as a list.',
    'I do not understand the last part. What do you mean by it?',
    'Where did you get that from?',
  ],
  ...['Und was kostet das ungefähr?', 'Peux-tu le dire plus simplement ?', 'Resúmelo en una frase.'],
]

export const TASKS: readonly string[] = [
  'Summarize the following text in two sentences:',
  'Rewrite this so that it sounds more friendly:',
  'What is the main point of this text?',
  'Turn these notes into a short report:',
  'Which questions does this text leave open?',
]
