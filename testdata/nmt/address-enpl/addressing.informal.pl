Proszę umyj okno.
Pokaż swój stół.
Umyj butelkę.
Dziękuję za twój list.
Możesz sprawdzić okno dzisiaj.
Sprzedaj swoją walizkę i zamknij butelkę.
Twoja książka jest w Paryżu.
Dziękuję za twoje pudełko w poniedziałek.
Dziękuję za twój klucz w poniedziałek.
Czy możesz otworzyć swoje zdjęcie?
Dziękuję za twoją lampę.
Musisz zamknąć pudełko.
Twoja walizka jest w Londynie dzisiaj.
Dziękuję za twoje pudełko.
Możesz pokazać swoją butelkę.
Możesz zamknąć swoją książkę.
Sprawdź swoją lampę jutro.
Czy masz lampę w poniedziałek?
Sprawdź pudełko i wyślij walizkę.
Dziękuję za twój stół w poniedziałek.
Dziękuję za twoje okno w poniedziałek.
Proszę wyślij swoje zdjęcie.
Proszę przynieś okno.
Zamknij swój list.
Możesz kupić swój klucz.
Przynieś książkę jutro.
Musisz umyć swoje pudełko.
Twój list jest w Rzymie w poniedziałek.
Proszę pokaż butelkę.
Musisz umyć walizkę.
Przynieś swój klucz i zamknij walizkę.
Pokaż swoją walizkę w poniedziałek.
Twoje zdjęcie jest w Londynie jutro.
Czy masz swoją lampę jutro?
Proszę otwórz swoje pudełko.
Możesz umyć swoje pudełko.
Dziękuję za twoją walizkę.
Twoja lampa jest w Paryżu jutro.
Sprzedaj stół.
Proszę wyślij swoje okno.
Pokaż lampę i zamknij stół.
Dziękuję za twoją książkę.
Możesz sprawdzić okno.
Czy masz swój list?
Dziękuję za twoje okno.
Umyj swój list jutro.
Musisz pokazać lampę.
Twoja lampa jest w Londynie.
Martin mówi, że masz list.
Musisz sprawdzić klucz.
Musisz umyć swój stół.
Twoja książka jest w Londynie.
Możesz przynieść pudełko.
Musisz otworzyć swoją lampę.
Thomas mówi, że masz swój stół.
Możesz przynieść list.
Martin mówi, że masz książkę.
Musisz zamknąć list.
Twoja butelka jest w Rzymie.
Umyj swoją książkę w poniedziałek.
Czy masz swój klucz?
Zamknij książkę i kup okno.
Twoje zdjęcie jest w Paryżu w poniedziałek.
Dziękuję za twoją butelkę.
Proszę zamknij swoje okno.
Dziękuję za twój stół.
Twoja książka jest w Berlinie jutro.
Zamknij swoje okno i przynieś zdjęcie.
Czy masz lampę?
Dziękuję za twoją książkę jutro.
Czy możesz umyć lampę?
Proszę wyślij lampę.
Czy możesz kupić swoją walizkę?
Możesz zamknąć lampę.
Musisz sprawdzić pudełko.
Musisz otworzyć zdjęcie.
Czy masz książkę?
Czy możesz przynieść butelkę?
Musisz wysłać stół.
Kup walizkę.
Musisz sprzedać swoją walizkę.
Czy możesz kupić swój klucz?
Możesz kupić swój stół dzisiaj.
Proszę otwórz zdjęcie.
Proszę zamknij butelkę w Berlinie.
Proszę napraw swój stół.
Możesz przynieść klucz.
Martin mówi, że masz swoją walizkę.
Musisz naprawić swój list.
Wyślij swoją butelkę jutro.
Możesz sprawdzić swoją walizkę.
Sprawdź swoje pudełko i umyj walizkę.
Zamknij swoją lampę.
Zamknij swoje okno jutro.
Sprzedaj swoją lampę i zamknij książkę.
Czy masz swoją walizkę dzisiaj?
Kup lampę i zamknij okno.
Musisz naprawić pudełko.
Musisz naprawić swoją butelkę.
Czy możesz wysłać swoją walizkę?
Thomas mówi, że masz książkę.
Musisz kupić walizkę.
Proszę napraw lampę w Rzymie.
Peter mówi, że masz swoje pudełko.
Musisz kupić swoją książkę.
Napraw swoją walizkę.
Możesz kupić zdjęcie.
Czy możesz kupić stół?
Dziękuję za twój list dzisiaj.
Pokaż swój klucz i zamknij walizkę.
Napraw swoją butelkę w poniedziałek.
Twoja książka jest w Londynie jutro.
Czy możesz naprawić butelkę?
Czy możesz sprawdzić swój klucz?
Musisz otworzyć lampę.
Możesz naprawić swoją lampę w poniedziałek.
Czy masz klucz dzisiaj?
Wyślij swoje pudełko i sprzedaj okno.
Laura mówi, że masz list.
Proszę pokaż swoje zdjęcie w Paryżu.
