import { Button, Group, type ButtonProps } from '@mantine/core';

interface ChoiceButtonsProps<Name> extends ButtonProps {
  readonly legend: string;
  readonly names: readonly Name[];
  readonly format: (name: Name) => string;
  readonly onChoose: (name: Name) => void;
}

/** Asks what to begin with. */
export function ChoiceButtons<Name extends string>(props: ChoiceButtonsProps<Name>) {
  const { legend, names, format, onChoose, ...button } = props;
  return (
    <Group component="fieldset" gap="0.5rem">
      <legend className="visually-hidden">{legend}</legend>
      {names.map((name) => (
        <Button key={name} variant="default" {...button} onClick={() => onChoose(name)}>
          {format(name)}
        </Button>
      ))}
    </Group>
  );
}
