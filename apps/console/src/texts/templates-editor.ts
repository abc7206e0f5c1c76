export const texts = {
  templates: 'Templates',
  create: {
    title: 'Create a template',
    titleCopy: (name: string) => `Copy “${name}”`,
    lead: 'A template describes resources. Nothing is created until you apply it.',
    mayNot: 'Viewers cannot create templates.',
    copyFailed: 'The template to copy could not be loaded',
    copyName: (name: string) => `${name}, copy`,
    done: (name: string) => `“${name}” created.`,
  },
  edit: {
    title: (name: string) => `Edit “${name}”`,
    lead: 'Existing resources stay as they are until you apply the template again.',
    builtIn: 'You cannot change a built-in template. Copy it instead.',
    mayNot: 'Viewers cannot change templates.',
    done: (name: string) => `“${name}” saved.`,
  },
  document: {
    label: 'Document',
    hint: 'Parameters and resources. {{name}} stands for a parameter, {{resources.key}} for the id of another resource. count or each repeats a resource; within it, {{index}} stands for the number of the repetition and {{item}} for the current item.',
    notJson: 'must be JSON',
    notPart: 'is not allowed: use only parameters and resources',
    form: 'must be {"parameters": […], "resources": […]}',
  },
}
